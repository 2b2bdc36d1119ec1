import { z } from "zod";
import { listSearch, searchText } from "@/lib/console/list-search";
import { userFilters, userOrders } from "@/lib/domain/user/search/user-filter";

/** The URL of the users list and of its export. */
export const usersSearch = listSearch(
  {
    q: searchText,
    state: z.enum(userFilters.state),
    email: z.enum(userFilters.email),
    passkeys: z.enum(userFilters.passkeys),
  },
  { order: z.enum(userOrders) },
);
