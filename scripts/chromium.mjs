// Finds the Chromium for the end-to-end tests, or installs it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Returns the path of a Chromium or Chrome, or undefined if there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const system = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...applications,
  ];
  return [chromium.executablePath(), ...system].find((path) => path && existsSync(path));
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
  if (findChromium() !== undefined) return;
  console.error("Chromium not found. Installing it.");
  const byPackage = () =>
    run("apt-get", ["update"]) &&
    run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]);
  const byPlaywright = () =>
    run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  if ((isDebianRoot() && byPackage()) || byPlaywright()) {
    if (findChromium() !== undefined) return;
  }
  console.error(
    "The end-to-end tests require Chromium. Run `sudo apt-get install chromium`, or set " +
      "CHROMIUM_PATH to a Chrome or Chromium, and try again.",
  );
  process.exit(1);
}
