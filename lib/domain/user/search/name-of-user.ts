interface Names {
  sub: string;
  userId: string | null;
  email: string;
  name: string;
  /** Of the newest passkey. */
  username: string | null;
}

/** Returns what the console calls a user: the email, else the name, the passkey's username or the id. */
export const nameOfUser = ({ email, name, username, userId, sub }: Names): string =>
  email || name || username || (userId ?? sub);
