// Finds the Chromium for the end-to-end tests, or installs it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

/** Chromium without its windows. The tests need less processor time with it. */
const shell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
const inPath = (name) => folders.map((folder) => join(folder, name)).find(existsSync);
const findPreferred = () => process.env.CHROMIUM_PATH || inPath(shell);

/** Returns the path of a Chromium or Chrome, or undefined if there is none. */
export function findChromium() {
  const others = [chromium.executablePath(), ...names.map(inPath), ...applications];
  return findPreferred() ?? others.find((path) => path && existsSync(path));
}

function run(command, args) {
  return (
    spawnSync(command, args, {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  );
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs Chromium if no browser is found. Ends the process if the installation fails. */
export function ensureChromium() {
  if (findPreferred() !== undefined) return;
  if (isDebianRoot()) {
    console.error("Installing Chromium.");
    run("apt-get", ["update"]);
    run("apt-get", ["install", "-y", "--no-install-recommends", shell]);
  }
  if (findChromium() !== undefined) return;
  console.error("Chromium not found. Installing it.");
  run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  if (findChromium() !== undefined) return;
  console.error(
    `The end-to-end tests require Chromium. Run \`sudo apt-get install ${shell}\`, or set ` +
      "CHROMIUM_PATH to a Chrome or Chromium, and try again.",
  );
  process.exit(1);
}
