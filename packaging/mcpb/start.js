// Starts `draftdesk mcp` of the Draftdesk that is installed on this computer. Its input and output
// are those of this process: nothing is read here, and no address is asked.
"use strict";
const { spawn } = require("node:child_process");
const { accessSync, constants, statSync } = require("node:fs");
const { homedir } = require("node:os");
const path = require("node:path");

const home = homedir();
const windows = process.platform === "win32";
const local = process.env.LOCALAPPDATA || path.join(home, "AppData", "Local");
const PLACES = {
  darwin: [
    "/Applications/Draftdesk.app/Contents/MacOS/draftdesk",
    path.join(home, "Applications/Draftdesk.app/Contents/MacOS/draftdesk"),
  ],
  win32: ["draftdesk-pipe.exe", "draftdesk.exe"].map((name) => path.join(local, "Programs", "Draftdesk", name)),
  linux: ["/usr/bin/draftdesk", "/usr/local/bin/draftdesk", path.join(home, ".local/bin/draftdesk")],
};

const runs = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

// What a host leaves in place of something that was not chosen is nothing.
const chosen = (name) => {
  const value = (process.env[name] || "").trim();
  return value.startsWith("${") ? "" : value;
};

const names = windows ? ["draftdesk-pipe.exe", "draftdesk.exe"] : ["draftdesk"];
const onPath = (process.env.PATH || "").split(path.delimiter).filter(Boolean)
  .flatMap((folder) => names.map((name) => path.join(folder, name)));
const wanted = chosen("DRAFTDESK_PROGRAM");
const program = wanted ? [wanted].find(runs) : [...(PLACES[process.platform] || []), ...onPath].find(runs);

if (!program) {
  process.stderr.write(wanted
    ? `There is no program ${wanted}. Choose Draftdesk in the settings of this extension.\n`
    : "Draftdesk is not found on this computer. Install it, or choose it in the settings of this extension.\n");
  process.exit(1);
}
const child = spawn(program, ["mcp"], { stdio: "inherit", windowsHide: true });
child.on("error", (error) => {
  process.stderr.write(`Draftdesk can't be started: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 1 : code === null ? 1 : code));
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => child.kill(name));
