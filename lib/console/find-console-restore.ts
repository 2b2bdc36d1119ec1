import { findRestore, type Restore } from "@/lib/domain/admin/backup/settle-restore";
import { getService } from "@/lib/service/service";

/** Finds the restore that the console explains to operators; null if there was none lately. */
export const findConsoleRestore = (): Promise<Restore | null> => findRestore(getService());
