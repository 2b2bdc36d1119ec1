import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageLines } from "@/app/landing/code-lines";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
let project = "";

/** Reads the first script in a Markdown file. */
async function readSample(file: string): Promise<string> {
  const [, script = ""] =
    /<script type="module">(.*?)<\/script>/s.exec(await readFile(path.join(root, file), "utf8")) ??
    [];
  return script;
}

// A project that installed the tarball and its one dependency.
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "keystead-client-"));
  await run(process.execPath, ["scripts/client-library.mjs"], { cwd: root });
  await run("npm", ["pack", "--silent", "--pack-destination", project], {
    cwd: path.join(root, "lib/client"),
  });
  const [tarball = ""] = (await readdir(project)).filter((name) => name.endsWith(".tgz"));
  const home = path.join(project, "node_modules/@keystead/client");
  await mkdir(home, { recursive: true });
  await run("tar", ["-xzf", path.join(project, tarball), "-C", home, "--strip-components=1"]);
  await mkdir(path.join(project, "node_modules/@simplewebauthn"));
  await symlink(
    path.join(root, "node_modules/@simplewebauthn/browser"),
    path.join(project, "node_modules/@simplewebauthn/browser"),
    "junction",
  );
  await writeFile(path.join(project, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(() => rm(project, { recursive: true, force: true }));

describe("the packed package", () => {
  test("contains only the library, its types and a README", async () => {
    const files = await readdir(path.join(project, "node_modules/@keystead/client"), {
      recursive: true,
    });
    expect(files.sort()).toEqual([
      "README.md",
      "dist",
      path.join("dist", "v2.d.ts"),
      path.join("dist", "v2.js"),
      "package.json",
    ]);
  });

  test("depends only on the tested version of @simplewebauthn/browser", async () => {
    const read = async (folder: string) =>
      JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const { dependencies } = await read(path.join(project, "node_modules/@keystead/client"));
    expect(dependencies).toEqual({
      "@simplewebauthn/browser": (await read(root)).dependencies["@simplewebauthn/browser"],
    });
    const code = await readFile(
      path.join(project, "node_modules/@keystead/client/dist/v2.js"),
      "utf8",
    );
    expect([...code.matchAll(/from "([^"]+)"/g)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(["@simplewebauthn/browser"]),
    );
    expect(new Set([...code.matchAll(/from "([^"]+)"/g)].map(([, name]) => name)).size).toBe(1);
  });

  test("loads outside a browser and reports passkeys as unsupported", async () => {
    const script = `
      import { isKeysteadError, Keystead, KeysteadUnsafe } from "@keystead/client";
      const options = { tenancyId: "t", clientId: "c", endpoint: "http://localhost:1" };
      const safe = new Keystead(options);
      const caught = await new KeysteadUnsafe(options)
        .registerPasskey({ email: "ada@example.com" })
        .catch((error) => error);
      console.log(JSON.stringify([
        safe.isPasskeySupported(),
        await safe.isAutofillSupported(),
        (await safe.authenticatePasskey())._tag,
        caught._tag,
        isKeysteadError(caught),
      ]));`;
    await writeFile(path.join(project, "load.mjs"), script);
    const { stdout } = await run(process.execPath, ["load.mjs"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual([
      false,
      false,
      "@error/PasskeyUnsupported",
      "@error/PasskeyUnsupported",
      true,
    ]);
  });

  const compile = async (code: string) => {
    await writeFile(path.join(project, "sample.ts"), code);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      target: "es2022",
      module: "nodenext",
      lib: ["es2022", "dom"],
      types: [],
    };
    await writeFile(
      path.join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["sample.ts"] }),
    );
    return run(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc")], {
      cwd: project,
    }).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
  };

  test("types a success and narrows an error by its tag", async () => {
    const errors = await compile(
      `import {
        Keystead,
        KeysteadUnsafe,
        type ErrorTag,
        type KeysteadError,
        type RegistrationSuccess,
        type Result,
      } from "@keystead/client";

      const options = { tenancyId: "t", clientId: "c" };
      const keystead = new Keystead(options);
      const unsafe = new KeysteadUnsafe(options);

      const result: Result<RegistrationSuccess> =
        await keystead.registerPasskey({ email: "ada@example.com" });
      if (result.success) {
        const code: string = result.code;
        const same: string = result.value.principal.token;
        console.log(code, same);
      } else if (result._tag === "@error/RateLimited") {
        const seconds: number = result.retryAfterSeconds + result.error.retryAfterSeconds;
        console.log(seconds);
      } else if (result._tag === "@error/OrphanedPasskey") {
        console.log(result.credentialId.length, result.rpId.length, result.repaired === true);
        await keystead.removeOrphanedPasskey(result.error);
      }

      const explain = (error: KeysteadError): string =>
        error._tag === "@error/Network" ? String(error.status) : error.message;
      const tags: ErrorTag[] = ["@error/Aborted", "@error/VerificationFailed"];
      console.log(explain, tags);

      const { id_token }: RegistrationSuccess =
        await unsafe.registerPasskey({ registrationToken: "r" });
      const supported: boolean = unsafe.isPasskeySupported();
      console.log(id_token, supported);`,
    );
    expect(errors).toBe("");
  });

  test("types the results of the signal methods", async () => {
    const errors = await compile(
      `import {
        Keystead,
        KeysteadUnsafe,
        type DeleteSuccess,
        type PasskeyWarning,
        type PruneSuccess,
        type Result,
        type UpdateSuccess,
      } from "@keystead/client";

      const options = { tenancyId: "t", clientId: "c" };
      const keystead = new Keystead(options);
      const unsafe = new KeysteadUnsafe(options);

      const updated: Result<UpdateSuccess> = await keystead.updatePasskeys({
        updatePasskeysToken: "u",
        signal: AbortSignal.timeout(9),
      });
      if (updated.success) {
        const codes: PasskeyWarning["code"][] = updated.warnings.map(({ code }) => code);
        console.log(codes);
      } else if (updated._tag === "@error/InvalidToken") console.log(updated.message);

      const deleted: DeleteSuccess = await unsafe.deletePasskeys({ deletePasskeysToken: "d" });
      const pruned: PruneSuccess = await unsafe.prunePasskeys({ prunePasskeysToken: "p" });
      const supported: boolean = keystead.isSignalSupported() && unsafe.isSignalSupported();
      console.log(deleted._tag, pruned.warnings.length, supported);
      await keystead.authenticatePasskey({ repairOrphans: true });`,
    );
    expect(errors).toBe("");
  });

  test.each([
    ["README.md", () => readSample("README.md")],
    ["the library's README", () => readSample("lib/client/README.md")],
    ["the start page", () => Promise.resolve(pageLines("https://id.example.com"))],
  ])("compiles the sample of %s as TypeScript", async (_name, read) => {
    const sample = (await read()).replace(
      /"https?:\/\/[^"]+\/client\/v2\.js"/,
      '"@keystead/client"',
    );
    expect(sample).toContain('from "@keystead/client"');
    expect(await compile(`${sample}\ndeclare function showMessage(message: string): void;`)).toBe(
      "",
    );
  });

  test.each([
    [
      "a code before success is known",
      "TS2339",
      `const result = await keystead.authenticatePasskey(); console.log(result.value.code);`,
    ],
    [
      "a field of another error",
      "TS2339",
      `const result = await keystead.authenticatePasskey();
       if (result._tag === "@error/Cancelled") console.log(result.retryAfterSeconds);`,
    ],
    [
      "an unknown tag",
      "TS2367",
      `const result = await keystead.authenticatePasskey();
       if (!result.success && result._tag === "@error/Nonsense") console.log(1);`,
    ],
    ["a registration without an email or a token", "TS2345", `await keystead.registerPasskey({});`],
    [
      "a token of another kind",
      "TS2353",
      `await keystead.prunePasskeys({ deletePasskeysToken: "d" });`,
    ],
    [
      "the removal of a passkey on another error",
      "TS2345",
      `const result = await keystead.authenticatePasskey();
       if (result._tag === "@error/PasskeyDisabled")
         await keystead.removeOrphanedPasskey(result.error);`,
    ],
    ["a client without a tenancy", "TS2345", `new Keystead({ clientId: "c" });`],
  ])("does not compile: %s", async (_name, error, code) => {
    expect(
      await compile(
        `import { Keystead } from "@keystead/client";
         const keystead = new Keystead({ tenancyId: "t", clientId: "c" });
         ${code}`,
      ),
    ).toContain(error);
  });
});
