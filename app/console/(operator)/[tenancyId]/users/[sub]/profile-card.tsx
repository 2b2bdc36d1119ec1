import {
  EmailState,
  notVerifiedWords,
} from "@/app/console/(operator)/[tenancyId]/users/user-badges";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { languageName } from "@/components/ui/language-name";
import { LocalTime } from "@/components/ui/local-time";
import type { UserProfile } from "@/lib/domain/user/find-user-profile";
import { ChangeEmail } from "./change-email";
import { EditProfile } from "./edit-profile";

const none = <span className="text-quiet">Not given</span>;

function EmailOf({ user }: { user: UserProfile }) {
  if (user.email === "") return none;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <CopyText text={user.email} label="email" />
      <EmailState {...user} />
      {!user.emailVerified && <span className="text-quiet">{notVerifiedWords(user)}</span>}
    </span>
  );
}

function Language({ locale }: { locale: string }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {languageName(locale)}
      <span className="text-quiet">
        The user chose it on the account page. Only they can change it.
      </span>
    </span>
  );
}

interface Props {
  tenancyId: string;
  user: UserProfile;
  /** The user's title on the page. */
  title: string;
  mayChange: { names: boolean; email: boolean };
  hasPasskeys: boolean;
}

export function ProfileCard({ tenancyId, user, title, mayChange, hasPasskeys }: Props) {
  const acts =
    mayChange.names || mayChange.email ? (
      <div className="flex flex-wrap gap-2">
        {mayChange.names && (
          <EditProfile {...{ tenancyId, user, title }} mayVerify={mayChange.email} />
        )}
        {mayChange.email && <ChangeEmail {...{ tenancyId, user, title, hasPasskeys }} />}
      </div>
    ) : undefined;
  return (
    <Card title="Profile" action={acts}>
      <DetailsList
        rows={[
          ["Email", <EmailOf key="email" user={user} />],
          ["Given name", user.givenName || none],
          ["Family name", user.familyName || none],
          ...(user.locale === null
            ? []
            : [["Language", <Language key="language" locale={user.locale} />] as const]),
          [
            "User id",
            user.userId === null ? (
              <span className="text-quiet">Not set by your application</span>
            ) : (
              <CopyText key="id" text={user.userId} label="user id" />
            ),
          ],
          ["Keystead id (sub)", <CopyText key="sub" text={user.sub} label="Keystead id" />],
          ["Registered by", user.selfService ? "The user" : "Your application"],
          ["Created", <LocalTime key="created" at={user.createdAt} />],
          ["Changed", <LocalTime key="changed" at={user.updatedAt} />],
        ]}
      />
    </Card>
  );
}
