import { SelectField } from "@/components/ui/select-field";
import { roleWords } from "@/app/console/role-words";
import { operatorRoles, type OperatorRole } from "@/lib/domain/operator/permission";

interface Props {
  value: OperatorRole;
  onChange: (role: OperatorRole) => void;
  ownersOnly?: boolean;
  error?: string | undefined;
}

/** Chooses a role and describes its rights. */
export function RoleField({ value, onChange, ownersOnly = false, error }: Props) {
  const roles = ownersOnly ? operatorRoles.slice(0, 1) : operatorRoles;
  return (
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
  );
}
