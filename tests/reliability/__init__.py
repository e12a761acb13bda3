"""What the program keeps when something is cut: power, processes, disks."""
