import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { joinTransaction } from "@/lib/domain/base/join-transaction";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { badRequest } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { applyDocument, type Logo } from "./apply-document";
import type { NewKey } from "./apply-keys";
import type { ConfigurationChange } from "./configuration-change";
import type { ConfigurationDocument, GivenDocument } from "./configuration-document";
import { findOrCreateTenancy, initialSettings, renameFields } from "./find-or-create-tenancy";

export interface ApplyOptions {
  /** Removes API keys and hosts that a document's lists leave out. */
  prune: boolean;
  /** Does what a system owner has to confirm. */
  asSystemOwner: boolean;
  /** Returns the changes without making them. */
  isDryRun: boolean;
  /**
   * Stores the new keys before the commit, because nothing returns their texts again. Can be called
   * again if the transaction is repeated.
   */
  storeKeys: (keys: NewKey[]) => Promise<void>;
}

export interface AppliedTenancy {
  /** Null of a tenancy that a dry run would create. */
  id: string | null;
  name: string;
  changes: ConfigurationChange[];
  /** What the document doesn't list, and `prune` would remove. */
  unlisted: string[];
}

/** Rolls the transaction of a dry run back. */
class DryRunEnded extends Error {
  override name = "DryRunEnded";

  constructor(readonly applied: AppliedTenancy[]) {
    super("the dry run ended");
  }
}

type Given = GivenDocument & { logo: Logo };
type Applying = Service & Pick<TenancyContext, "actor" | "requestId" | "client">;

/** The settings that a new tenancy starts with decide which sites can use it, so they are shown. */
const describeNew = ({ settings = {} }: ConfigurationDocument): ConfigurationChange[] => [
  { action: "create", path: "tenancy" },
  ...initialSettings.flatMap((name): ConfigurationChange[] =>
    settings[name] === undefined
      ? []
      : [{ action: "create", path: `settings.${name}`, after: settings[name] }],
  ),
];

async function applyOne(
  service: Applying,
  { document, logo }: Given,
  { prune, isDryRun }: ApplyOptions,
): Promise<{ tenancyId: string; applied: AppliedTenancy; newKeys: NewKey[] }> {
  const { tenancy, isNew } = await findOrCreateTenancy(service, document);
  const { changes, unlisted, newKeys } = await applyDocument({ ...service, tenancy }, document, {
    logo,
    prune,
  });
  const created = isNew ? describeNew(document) : [];
  const applied = {
    id: isNew && isDryRun ? null : tenancy.id,
    name: document.name,
    changes: [...created, ...changes],
    unlisted,
  };
  return { tenancyId: tenancy.id, applied, newKeys };
}

/**
 * Makes the tenancies as the documents describe them: all of them or nothing, in one transaction. A
 * dry run does the same and rolls back, so it shows exactly what would change or be refused.
 * @throws BadRequest naming file, line and field · InvalidTenancy for an unknown id
 */
export async function applyConfiguration(
  service: Service,
  documents: readonly Given[],
  options: ApplyOptions,
): Promise<AppliedTenancy[]> {
  const { asSystemOwner, isDryRun, storeKeys } = options;
  const actor = { kind: "configurationFile", isSystemOwner: asSystemOwner } as const;
  const request = { actor, requestId: service.createId(), client: {} };
  const work = async (applying: Applying) => {
    // Of two commands that create a tenancy or a key of one name, the second finds it.
    if (!isDryRun) await takeLocks(applying.db, "configuration");
    const applied: AppliedTenancy[] = [];
    const newKeys: NewKey[] = [];
    const seen = new Set<string>();
    for (const given of documents) {
      const one = await renameFields(given.locate, async () => {
        const done = await applyOne(applying, given, options);
        if (seen.has(done.tenancyId)) throw badRequest("", "describes the same tenancy again");
        return done;
      });
      seen.add(one.tenancyId);
      applied.push(one.applied);
      newKeys.push(...one.newKeys);
    }
    if (isDryRun) throw new DryRunEnded(applied);
    if (newKeys.length > 0) await storeKeys(newKeys);
    return applied;
  };
  try {
    return await service.db.$transaction(
      (tx) => work({ ...service, ...request, db: joinTransaction(tx) }),
      { timeout: lifetimes.configurationMs },
    );
  } catch (error) {
    if (error instanceof DryRunEnded) return error.applied;
    throw error;
  }
}
