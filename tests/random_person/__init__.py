"""The random person: a careless, fast human at the real window, and what must hold all the while.

Events are made in this process and enter at the platform's end (`QTest.simulateEvent`,
`mouseEvent` and `wheelEvent` on the QWindow that has the keyboard or lies under the pointer). From
there Qt does with them what it does with those of an X server: ShortcutOverride, the shortcut map,
the popup or modal dialog in front, the widget under the pointer, the grab, the repeat of a held
key. What an X server and a window manager add is which window is active, and
`tests/end_to_end` has that. In return a run is the same every time, and fast.

`python -m tests.random_person --runs 100 --steps 40 --seed 1` looks for faults.
"""
