import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { listTenancies } from "@/lib/domain/admin/tenancy/list-tenancies";
import { refuseConsoleHost } from "@/lib/domain/admin/tenancy/update-settings";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { badRequest, badRequestOf, isServiceError, ServiceError } from "@/lib/errors";
import type { ConfigurationDocument } from "./configuration-document";

/** Runs work, and renames the fields in its issues: a domain function doesn't know the file. */
export async function renameFields<T>(
  rename: (path: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isServiceError(error) || !("issues" in error.extra)) throw error;
    const issues = error.extra.issues.map(({ path, message }) => ({ path: rename(path), message }));
    throw badRequestOf(issues);
  }
}

/** The field of a document that holds a setting. */
export function fieldOfSetting(path: string): string {
  if (path === "brandLogo") return "logo";
  return path === "name" ? path : `settings.${path}`;
}

/** The settings that a tenancy is created with. The others are changed afterwards. */
export const initialSettings = [
  "environment",
  "rpId",
  "rpName",
  "rpIds",
  "allowedOrigins",
] as const;

type Applying = Service & Pick<TenancyContext, "actor">;

async function create(service: Applying, document: ConfigurationDocument): Promise<Tenancy> {
  const { name, settings: { environment, rpId, ...settings } = {} } = document;
  if (environment === undefined || rpId === undefined)
    throw badRequestOf(
      Object.entries({ environment, rpId })
        .filter(([, value]) => value === undefined)
        .map(([field]) => ({
          path: `settings.${field}`,
          message: `is required, because the tenancy ${name} is new`,
        })),
    );
  const { rpIds = [], allowedOrigins = [], rpName = name } = settings;
  const input = { name, environment, rpId, rpIds, rpName, allowedOrigins };
  return renameFields(fieldOfSetting, async () => {
    const tenancy = await createTenancy(service, service.actor, input);
    // The transaction is undone if this throws.
    await refuseConsoleHost(service, service.db, {
      before: { rpId: "", rpIds: [] },
      after: input,
    });
    return tenancy;
  });
}

/**
 * Finds the tenancy of a document by its id, or else by its name, and creates it if there is none.
 * @throws InvalidTenancy for an unknown id · BadRequest for a name of several tenancies, or if the settings
 * don't suffice for a new one
 */
export async function findOrCreateTenancy(
  service: Applying,
  document: ConfigurationDocument,
): Promise<{ tenancy: Tenancy; isNew: boolean }> {
  const { id, name } = document;
  const named = (await listTenancies(service)).filter((one) =>
    id === undefined ? one.name === name : one.id === id,
  );
  const [found, ...others] = named;
  if (others.length > 0)
    throw badRequest("name", `${named.length} tenancies have this name. Add the id of one`);
  if (found === undefined && id === undefined)
    return { tenancy: await create(service, document), isNew: true };
  const tenancy = found === undefined ? null : await findTenancy(service, found.id);
  if (tenancy === null)
    throw new ServiceError(
      "@error/InvalidTenancy",
      undefined,
      `Tenancy ${id ?? name} not found. Without the line “id”, the name identifies a tenancy.`,
    );
  return { tenancy, isNew: false };
}
