import { FilterForm } from "@/components/console/filter-form";
import type { UsersSearch } from "./read-users";

const fields = [
  {
    label: "State",
    name: "state",
    choices: [
      { value: "active", label: "Not disabled" },
      { value: "disabled", label: "Disabled" },
    ],
  },
  {
    label: "Email",
    name: "email",
    choices: [
      { value: "verified", label: "Verified" },
      { value: "unverified", label: "Not verified" },
      { value: "none", label: "No email" },
    ],
  },
  {
    label: "Passkeys",
    name: "passkeys",
    choices: [
      { value: "some", label: "One or more" },
      { value: "none", label: "No passkey" },
      { value: "disabled", label: "A disabled passkey" },
    ],
  },
];

interface Props {
  path: string;
  search: UsersSearch;
  isFiltered: boolean;
}

export function UserFilters({ path, search, isFiltered }: Props) {
  return (
    <FilterForm
      label="Users"
      path={path}
      values={search}
      isFiltered={isFiltered}
      keep={["order"]}
      search={{ label: "Find a user", placeholder: "Email, name or id" }}
      fields={fields}
    />
  );
}
