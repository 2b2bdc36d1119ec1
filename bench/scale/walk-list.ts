import { z } from "zod";

const deepPage = 10_000;
export const pageSize = 100;

const Page = z.object({ cursor: z.string().nullable(), records: z.array(z.looseObject({})) });

interface List {
  path: string;
  /** The field of a record that names it. */
  id: "id" | "sub";
  size: number;
}

export interface Walked {
  /** Cursors of page 100, of the deepest and of the last one. */
  cursors: Map<number, string>;
  deepest: number;
  lastPage: number;
}

/** Pages through a whole list, and fails unless it sees each record once. */
export async function walkList(
  get: (path: string) => Promise<unknown>,
  { path, id, size }: List,
): Promise<Walked> {
  const lastPage = Math.ceil(size / pageSize);
  const deepest = Math.min(deepPage, lastPage - 1);
  const starts = [...new Set([100, deepest, lastPage])].map((page) => ({
    page,
    rows: (page - 1) * pageSize,
  }));
  const cursors = new Map<number, string>();
  const seen = new Set<unknown>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next = starts.find(({ rows }) => rows > seen.size);
    const limit = Math.min(1_000, (next?.rows ?? Infinity) - seen.size);
    const { records, cursor: following } = Page.parse(
      await get(`${path}?limit=${limit}${cursor === undefined ? "" : `&cursor=${cursor}`}`),
    );
    for (const record of records) seen.add(record[id]);
    cursor = following;
    const reached = starts.find(({ rows }) => rows === seen.size);
    if (reached !== undefined && cursor !== null) cursors.set(reached.page, cursor);
  }
  if (seen.size !== size) throw new Error(`the walk of ${path} saw ${seen.size} of ${size}`);
  process.stderr.write(`walked ${size} ${path}, each seen once\n`);
  return { cursors, deepest, lastPage };
}
