import { Fragment, type ReactNode } from "react";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { type SettingName, settings } from "@/lib/domain/base/tenancy/settings";
import { SettingField } from "./setting-field";

/** Fields that are shown instead of those of the settings' records. */
export type SettingFields = Partial<Record<SettingName, ReactNode>>;

interface FieldRow {
  names: SettingName[];
  /** What the settings of a row share. */
  key: string;
  group: string | undefined;
}

/** Puts settings of a group side by side, and numbers that follow each other. */
function rowsOf(names: readonly SettingName[]): FieldRow[] {
  const rows: FieldRow[] = [];
  for (const name of names) {
    const { group, kind }: Setting = settings[name];
    const key = group ?? (kind === "number" ? kind : name);
    const last = rows.at(-1);
    if (last?.key === key) last.names.push(name);
    else rows.push({ names: [name], key, group });
  }
  return rows;
}

interface Props {
  names: readonly SettingName[];
  fields?: SettingFields | undefined;
}

/** The fields of a card. A group has a small heading. */
export function CardFields({ names, fields = {} }: Props) {
  return rowsOf(names).map(({ key, group, names: row }) => {
    const shown = row.map((name) => (
      <Fragment key={name}>{fields[name] ?? <SettingField name={name} />}</Fragment>
    ));
    const columns = row.length === 2 ? "sm:grid-cols-2" : "sm:grid-cols-3";
    const inRow = row.length > 1 ? <div className={`grid gap-5 ${columns}`}>{shown}</div> : shown;
    return group === undefined ? (
      <Fragment key={key}>{inRow}</Fragment>
    ) : (
      <fieldset key={key} className="flex min-w-0 flex-col gap-3">
        <legend className="mb-3 text-xs font-medium text-quiet">{group}</legend>
        {inRow}
      </fieldset>
    );
  });
}
