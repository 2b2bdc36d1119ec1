import { Check } from "lucide-react";
import { roleWords } from "@/app/console/role-words";
import { mayDo, type OperatorRole, operatorRoles } from "@/lib/domain/base/permission";
import { roleRights } from "./role-rights";

/** Compares what the roles can do, and marks the chosen one. */
export function RoleTable({ chosen }: { chosen: OperatorRole }) {
  const look = (role: OperatorRole) => (role === chosen ? "bg-accent-soft" : "");
  return (
    <table className="w-full border-collapse text-left text-xs">
      <caption className="sr-only">What each role can do</caption>
      <thead>
        <tr>
          <th scope="col" className="pb-1.5 font-normal text-quiet">
            Can
          </th>
          {operatorRoles.map((role) => (
            <th
              key={role}
              scope="col"
              className={`rounded-t px-1 pt-1 pb-1.5 text-center font-medium ${look(role)}`}
            >
              {roleWords[role].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {roleRights.map(({ words, permissions }) => (
          <tr key={words} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-2 font-normal text-pretty">
              {words}
            </th>
            {operatorRoles.map((role) => (
              <td key={role} className={`px-1 text-center ${look(role)}`}>
                {permissions.every((permission) => mayDo(role, permission)) ? (
                  <>
                    <Check aria-hidden className="mx-auto size-4 text-accent" />
                    <span className="sr-only">Yes</span>
                  </>
                ) : (
                  <>
                    <span aria-hidden className="text-quiet">
                      –
                    </span>
                    <span className="sr-only">No</span>
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
