import { currentAccount } from "./session";
import { SignIn } from "./sign-in";
import { SignedIn } from "./signed-in";

const { KEYSTEAD_URL = "", KEYSTEAD_TENANCY_ID = "", KEYSTEAD_CLIENT_ID = "" } = process.env;

export default async function Page() {
  const account = await currentAccount();
  // The page gets these three. The API key stays on the server.
  const keystead = {
    url: KEYSTEAD_URL,
    tenancyId: KEYSTEAD_TENANCY_ID,
    clientId: KEYSTEAD_CLIENT_ID,
  };
  return (
    <main>
      <h1>Next.js example</h1>
      {account ? (
        <SignedIn email={account.email} keystead={keystead} />
      ) : (
        <SignIn keystead={keystead} />
      )}
    </main>
  );
}
