import { keystead } from "./keystead.ts";

/** Allows one browser to create a passkey for your user. Send the token to the page. */
export async function authorizeRegistration(user: {
  id: string;
  email: string;
  name: string;
}): Promise<string> {
  const { registrationToken } = await keystead<{ registrationToken: string }>(
    "POST",
    "passkey/registration/authorize",
    {
      userId: user.id,
      username: user.email,
      displayName: user.name,
    },
  );
  return registrationToken;
}
