import { Section } from "./section";

const kinds = ["Keystead", "Hosted service", "General identity server", "WebAuthn library"];

const rows: [feature: string, ...cells: string[]][] = [
  ["User data", "Your database", "The provider’s", "Your database", "Your database"],
  [
    "Who keeps the session",
    "Your application",
    "Mostly the provider",
    "Mostly the server",
    "Your application",
  ],
  ["You operate", "One process", "Nothing", "One or more services", "Your own code"],
  ["Price", "Free", "Often per active user", "Free or paid", "Free"],
  ["Passkeys and emailed codes", "Yes", "Mostly", "Mostly", "Passkeys only"],
  ["Console and audit log", "Yes", "Yes", "Yes", "You build it"],
  ["Passwords, social sign-in, SAML", "No", "Yes", "Yes", "No"],
  ["Support contract", "No", "Yes", "Often", "No"],
];

const advice = [
  {
    name: "Choose a hosted service",
    when: "if no one on your team wants to run a server, or you need a support contract and compliance reports.",
  },
  {
    name: "Choose a general identity server",
    when: "if you need passwords, social sign-in, or standard protocols for software that you can’t change.",
  },
  {
    name: "Choose a WebAuthn library",
    when: "if you have one application and want to write storage, recovery and email yourself.",
  },
];

function Table() {
  return (
    <div
      role="region"
      aria-label="Comparison"
      className="overflow-hidden rounded-2xl border border-line bg-surface"
    >
      <table className="w-full table-fixed text-left text-sm max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line">
            <td className="w-[23%]" />
            {kinds.map((kind, index) => (
              <th
                key={kind}
                scope="col"
                className={`px-3 py-4 font-semibold lg:px-4 ${index === 0 ? "bg-accent-soft text-accent" : ""}`}
              >
                {kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map(([feature, ...cells]) => (
            <tr key={feature} className="max-sm:block max-sm:pb-2">
              <th
                scope="row"
                className="px-4 py-3 font-medium max-sm:block max-sm:pb-1 sm:pr-2 sm:pl-5"
              >
                {feature}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={kinds[index]}
                  data-label={kinds[index]}
                  className={
                    "px-3 py-3 lg:px-4 max-sm:grid max-sm:grid-cols-2 max-sm:gap-3 max-sm:px-4 " +
                    "max-sm:py-1 max-sm:before:content-[attr(data-label)] " +
                    (index === 0 ? "bg-accent-soft" : "text-quiet")
                  }
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Comparison() {
  return (
    <Section
      id="comparison"
      title="How it compares"
      lead={
        "Keystead does passkeys and emailed codes, and nothing else. Sometimes another kind of " +
        "product fits better. As of November 2026."
      }
    >
      <div className="flex min-w-0 flex-col gap-8">
        <Table />
        <dl className="grid gap-6 md:grid-cols-3 md:gap-10">
          {advice.map(({ name, when }) => (
            <div key={name} className="flex flex-col gap-1 text-sm">
              <dt className="font-medium">{name}</dt>
              <dd className="text-pretty text-quiet">{when}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
