import fc from "fast-check";
import { expect, test } from "vitest";
import { BackupDamaged } from "./backup-format";
import { BackupText } from "./backup-text";

async function* inPieces(text: string, cuts: number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  for (const [index, place] of [0, ...places].entries())
    yield Promise.resolve(bytes.subarray(place, places[index] ?? bytes.length));
}

async function rowsOf(text: BackupText): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of text.readRows()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test("reads lines and rows, wherever the chunks are cut", async () => {
  const row = fc.constantFrom("a\tb\n", "\\\\.\n", "\\N\n", "\n", "x\\\\.\n", "ü\t\\\\n\n", ".\n");
  await fc.assert(
    fc.asyncProperty(
      fc.array(row),
      fc.array(row),
      fc.array(fc.nat()),
      async (first, second, cuts) => {
        const content = `one\n${first.join("")}\\.\ntwo\n${second.join("")}\\.\nthree\n`;
        const text = new BackupText(inPieces(content, cuts));
        expect(await text.readLine()).toBe("one");
        expect(await rowsOf(text)).toBe(first.join(""));
        expect(await text.readLine()).toBe("two");
        expect(await rowsOf(text)).toBe(second.join(""));
        expect(await text.isAtEnd()).toBe(false);
        expect(await text.readLine()).toBe("three");
        expect(await text.isAtEnd()).toBe(true);
      },
    ),
  );
});

test("text that ends within a line or a table is damaged", async () => {
  await expect(new BackupText(inPieces("one", [])).readLine()).rejects.toThrow(BackupDamaged);
  for (const cut of ["a\n\\.", "a\n", "", "\\."])
    await expect(rowsOf(new BackupText(inPieces(cut, [])))).rejects.toThrow(BackupDamaged);
});

test("a line without an end is refused before it fills the memory", async () => {
  let megabytes = 0;
  async function* endless() {
    for (; megabytes < 1_000; megabytes++) yield Promise.resolve(Buffer.alloc(1024 * 1024, "a"));
  }
  await expect(new BackupText(endless()).readLine()).rejects.toThrow(/isn't a backup/);
  expect(megabytes).toBeLessThan(10);
});
