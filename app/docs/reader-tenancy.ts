/** A tenancy of the reader, if they are signed in to the console. */
interface ReaderTenancy {
  tenancyId: string;
  clientId: string;
  name: string;
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

async function load(): Promise<void> {
  const response = await fetch("/console/own-tenancies", { cache: "no-store" });
  if (!response.ok) return;
  const { tenancies } = (await response.json()) as { tenancies: ReaderTenancy[] };
  const choice = readChoice();
  const chosen = tenancies.find(({ tenancyId }) => tenancyId === choice) ?? tenancies[0];
  change({ tenancies, chosen });
}

/** Asks who reads, once. Without an answer, the examples keep their placeholders. */
function loadOnce(): void {
  loading ??= load().catch(() => undefined);
}

/** Asks again, for readers who have signed in on another page. */
export function reloadReader(): void {
  if (reader.chosen !== undefined) return;
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
