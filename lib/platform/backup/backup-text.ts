import { createHash } from "node:crypto";
import { BackupDamaged, endOfRows } from "./backup-format";

const newline = 0x0a;
const endMark = Buffer.from(endOfRows);
const endMarkAfterRow = Buffer.from(`\n${endOfRows}`);
const maxLineBytes = 4 * 1024 * 1024;

/** Reads the text of a backup: lines, and the rows of tables between them. */
export class BackupText {
  #buffered = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #hash = createHash("sha256");

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** SHA-256, hex, of what was read. */
  digest(): string {
    return this.#hash.copy().digest("hex");
  }

  async #readMore(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#buffered = Buffer.concat([this.#buffered, next.value]);
    return true;
  }

  #take(bytes: number): Buffer {
    const taken = this.#buffered.subarray(0, bytes);
    this.#buffered = this.#buffered.subarray(bytes);
    this.#hash.update(taken);
    return taken;
  }

  /** Reads a line, without the line break. @throws BackupDamaged */
  async readLine(): Promise<string> {
    for (let searched = 0; ;) {
      const at = this.#buffered.indexOf(newline, searched);
      if (at >= 0) return this.#take(at + 1).toString("utf8", 0, at);
      searched = this.#buffered.length;
      if (searched > maxLineBytes) throw new BackupDamaged("The file isn't a backup of Keystead.");
      if (!(await this.#readMore())) throw new BackupDamaged("The file ends too early.");
    }
  }

  /**
   * Yields the rows of a table in pieces of any size, up to the mark that ends them. Rows can't contain
   * the mark, because COPY escapes backslashes. @throws BackupDamaged
   */
  async *readRows(): AsyncGenerator<Buffer> {
    for (let isFirst = true; ;) {
      if (isFirst && this.#buffered.subarray(0, endMark.length).equals(endMark)) {
        this.#take(endMark.length);
        return;
      }
      const at = this.#buffered.indexOf(endMarkAfterRow);
      if (at >= 0) {
        yield this.#take(at + 1);
        this.#take(endMark.length);
        return;
      }
      // The last bytes may be the start of the mark.
      const complete = this.#buffered.length - endMarkAfterRow.length;
      if (complete > 0) {
        yield this.#take(complete);
        isFirst = false;
      }
      if (!(await this.#readMore())) throw new BackupDamaged("The file ends too early.");
    }
  }

  /** Whether nothing follows. */
  async isAtEnd(): Promise<boolean> {
    while (this.#buffered.length === 0) if (!(await this.#readMore())) return true;
    return false;
  }
}
