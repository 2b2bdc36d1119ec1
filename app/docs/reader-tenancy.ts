/** A tenancy of the reader: those of their console session, and in local mode the demo's. */
export interface ReaderTenancy {
  tenancyId: string;
  clientId: string;
  name: string;
  /** Of the demo's only. */
  apiKey?: string;
}

interface Reader {
  tenancies: ReaderTenancy[];
  chosen: ReaderTenancy | undefined;
}

const noReader: Reader = { tenancies: [], chosen: undefined };
const chosenKey = "keystead-docs-tenancy";
const listeners = new Set<() => void>();
let reader = noReader;
let loading: Promise<void> | undefined;
let isSignedIn = false;
let demo: ReaderTenancy | undefined;

function readChoice(): string | null {
  try {
    return localStorage.getItem(chosenKey);
  } catch {
    return null;
  }
}

function change(next: Reader): void {
  reader = next;
  for (const listener of listeners) listener();
}

/** Shows the tenancies of the console session first, because the reader works with them. */
function showTenancies(own: ReaderTenancy[]): void {
  const isOwn = own.some(({ tenancyId }) => tenancyId === demo?.tenancyId);
  const tenancies = own.map((each) => (each.tenancyId === demo?.tenancyId ? demo : each));
  if (demo !== undefined && !isOwn) tenancies.push(demo);
  const choice = readChoice();
  const chosen = tenancies.find(({ tenancyId }) => tenancyId === choice) ?? tenancies[0];
  change({ tenancies, chosen });
}

async function load(): Promise<void> {
  const response = await fetch("/console/own-tenancies", { cache: "no-store" });
  if (!response.ok) return;
  const { tenancies } = (await response.json()) as { tenancies: ReaderTenancy[] };
  isSignedIn = true;
  showTenancies(tenancies);
}

/** Offers the demo's tenancy, until the reader signs in to the console and after that beside theirs. */
export function offerDemo(offered: ReaderTenancy): void {
  if (demo !== undefined) return;
  demo = offered;
  showTenancies(reader.tenancies);
}

/** Asks who reads, once. Without an answer, the examples keep their placeholders. */
function loadOnce(): void {
  loading ??= load().catch(() => undefined);
}

/** Asks again, for readers who have signed in on another page. */
export function reloadReader(): void {
  if (isSignedIn) return;
  loading = undefined;
  loadOnce();
}

export const readReader = (): Reader => reader;
export const readNoReader = (): Reader => noReader;

export function subscribeToReader(listener: () => void): () => void {
  listeners.add(listener);
  loadOnce();
  return () => listeners.delete(listener);
}

/** Shows the ids of another tenancy of the reader, here and on the next pages. */
export function chooseTenancy(tenancyId: string): void {
  const chosen = reader.tenancies.find((tenancy) => tenancy.tenancyId === tenancyId);
  if (chosen === undefined) return;
  change({ ...reader, chosen });
  try {
    localStorage.setItem(chosenKey, tenancyId);
  } catch {
    // A browser may refuse to store anything.
  }
}
