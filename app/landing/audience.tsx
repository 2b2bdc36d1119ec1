import { Section } from "./section";

const reasons = [
  {
    name: "You run several applications",
    what:
      "Each application, customer or stage gets a tenancy with its own users, keys, brand and " +
      "limits. A flood in one takes at most half of the database connections.",
  },
  {
    name: "User data stays with you",
    what:
      "Emails, passkeys and logs live in your PostgreSQL, and you can export everything. Keystead " +
      "connects only to addresses that you configure, and reports nothing to us.",
  },
  {
    name: "You have users already",
    what:
      "Keep your user ids, your sessions and your pages. Add passkeys to existing accounts one " +
      "by one, or import passkeys from another server of the same domain.",
  },
];

export function Audience() {
  return (
    <Section
      id="audience"
      title="For teams that own their sign-in"
      lead="Keystead suits developers who run their own servers and prefer a small service whose code they can read."
    >
      <ul className="grid gap-8 md:grid-cols-3 md:gap-10">
        {reasons.map(({ name, what }) => (
          <li key={name} className="flex flex-col gap-2 border-l-2 border-accent pl-5">
            <h3 className="font-medium">{name}</h3>
            <p className="text-sm text-pretty text-quiet">{what}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
