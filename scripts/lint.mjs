// `npm run lint`: checks format, lint rules and unused code of all files that git knows or doesn't
// ignore. `npm run lint -- --changed` checks the files that differ from HEAD, without unused code.
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const isChangedOnly = process.argv.includes("--changed");

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

const files = [
  ...(isChangedOnly ? git("diff", "--name-only", "--diff-filter=d", "HEAD") : git("ls-files")),
  ...git("ls-files", "--others", "--exclude-standard"),
];

// ESLint loads a type program for each of these groups (see eslint.config.mjs), which takes most of
// its time. Two processes load them side by side.
const isProduct = (file) =>
  /^((app|cli|components|emails|lib|prisma|server)\/|proxy\.ts$)/.test(file) &&
  !/\.test\.tsx?$|^testing\//.test(file);
const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));
const eslint = ["eslint/bin/eslint.js", "--max-warnings", "0", "--no-warn-ignored"];

const checks = [
  [...eslint, ...code.filter((file) => !isProduct(file))],
  [...eslint, ...code.filter(isProduct)],
  ["prettier/bin/prettier.cjs", "--check", "--ignore-unknown", "--log-level", "warn", ...files],
].filter((args) => args.some((arg) => files.includes(arg)));
if (!isChangedOnly) checks.push(["knip/bin/knip.js", "--no-progress"]);

const run = ([program, ...args]) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join("node_modules", program), ...args], {
      cwd: root,
      stdio: "inherit",
    });
    child.once("error", reject).once("exit", (status) => resolve(status ?? 1));
  });

const statuses = await Promise.all(checks.map(run));
process.exitCode = statuses.some((status) => status !== 0) ? 1 : 0;
