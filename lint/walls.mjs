import path from "node:path";
import { rooms } from "./rooms.mjs";

// A test follows the rules of its room. It may also import fixtures and the test runner.
const forTests = {
  may: ["testing/", "server/routes.generated"],
  packages: /^(vitest|node:)/,
};

const parentPath =
  "Write @/… from the repository root, or ./name for a file in the same folder. " +
  "A parent path hides which room it enters.";

const within = (file, entries) =>
  entries.some((entry) =>
    entry === "" || entry.endsWith("/") ? file.startsWith(entry) : file === entry,
  );

const roomOf = (file) => rooms.find(({ at }) => file.startsWith(at));

/** @returns the lint message if the file must not import the specifier, otherwise undefined */
function judge(file, specifier, isType) {
  // Node runs .mjs files directly and cannot resolve "@/".
  if (/^\.\.(\/|$)/.test(specifier) && !file.endsWith(".mjs")) return parentPath;
  const room = roomOf(file);
  if (!room) return undefined;
  const isTest = /\.test\.tsx?$/.test(file);
  const refusal = `Do not import "${specifier}" here: ${room.learn}`;

  if (/^(@|\.\.?)\//.test(specifier)) {
    const joined = specifier.startsWith("@/")
      ? specifier.slice(2)
      : path.posix.join(path.posix.dirname(file), specifier);
    const target = joined.replace(/\.(tsx?|mjs|js)$/, "");
    const open =
      roomOf(`${target}.`) === room ||
      within(target, room.may) ||
      (isType && within(target, room.types ?? [])) ||
      (isTest && within(target, [...forTests.may, ...(room.tests ?? [])]));
    return open ? undefined : refusal;
  }
  const { only, never } = room.packages;
  const closed = (only && !only.test(specifier)) || never?.test(specifier);
  return closed && !(isTest && forTests.packages.test(specifier)) ? refusal : undefined;
}

/** Checks every import against the rooms, including dynamic imports and re-exports. */
export const walls = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const check = (source, isType = false) => {
      const specifier =
        source?.type === "TemplateLiteral" && source.expressions.length === 0
          ? source.quasis[0].value.cooked
          : source?.value;
      const message = typeof specifier === "string" ? judge(file, specifier, isType) : undefined;
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source, node.importKind === "type"),
      ExportNamedDeclaration: (node) => check(node.source, node.exportKind === "type"),
      ExportAllDeclaration: (node) => check(node.source, node.exportKind === "type"),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source, true),
    };
  },
};
