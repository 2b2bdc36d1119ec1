import { roleWords } from "@/app/console/role-words";
import { SelectField } from "@/components/ui/select-field";
import { useMedia } from "@/components/ui/use-media";
import { type OperatorRole, operatorRoles } from "@/lib/domain/base/permission";
import { RoleTable } from "./role-table";

interface Props {
  value: OperatorRole;
  onChange: (role: OperatorRole) => void;
  ownersOnly?: boolean;
  error?: string | undefined;
}

/** Chooses a role, and compares what the roles can do. */
export function RoleField({ value, onChange, ownersOnly = false, error }: Props) {
  // On a phone, the table would push the buttons off the screen.
  const isNarrow = useMedia("(width < 40rem)");
  const roles = ownersOnly ? operatorRoles.slice(0, 1) : operatorRoles;
  return (
    <>
      <SelectField
        label="Role"
        value={value}
        onChange={(event) =>
          onChange(operatorRoles.find((role) => role === event.target.value) ?? value)
        }
        choices={roles.map((role) => ({ value: role, label: roleWords[role].label }))}
        hint={`Can ${roleWords[value].may}.`}
        error={error}
      />
      {!ownersOnly && (
        <details open={!isNarrow}>
          <summary className="cursor-pointer rounded text-sm text-quiet hover:text-ink">
            Compare roles
          </summary>
          <div className="pt-2">
            <RoleTable chosen={value} />
          </div>
        </details>
      )}
    </>
  );
}
