// What the manifest of the npm package says about its origin. The repository's addresses stay
// placeholders until Keystead has a public home: a package with one would point at nothing.
const placeholder = /^https:\/\/[^/]+\.example\//;

const addressesOf = ({ repository, bugs, homepage }) => ({
  "repository.url": repository?.url,
  "bugs.url": bugs?.url,
  ...(homepage === undefined ? {} : { homepage }),
});

/** Names what keeps a manifest from being packed: a missing or malformed field, or another version. */
export function findManifestFaults(manifest, changelog) {
  const faults = Object.entries(addressesOf(manifest)).flatMap(([field, address]) =>
    /^https:\/\/[\w.-]+\/\S+$/.test(address ?? "") ? [] : [`${field} must be an https address`],
  );
  if (typeof manifest.license !== "string" || manifest.license === "")
    faults.push("license must be an SPDX identifier");
  const [, newest] = /^## \[(\d\S*)\] - \d{4}-\d{2}-\d{2}$/m.exec(changelog) ?? [];
  if (newest !== manifest.version)
    faults.push(`version is ${manifest.version}, and the newest release in CHANGELOG.md ${newest}`);
  return faults;
}

/** Lists the fields of a manifest that are still placeholders. */
export function findPlaceholders(manifest) {
  return Object.entries(addressesOf(manifest))
    .filter(([, address]) => placeholder.test(address))
    .map(([field]) => field);
}

/** Returns the fields about a package's origin that aren't placeholders. */
export function publishedOrigin(manifest) {
  const left = findPlaceholders(manifest).map((field) => field.split(".")[0]);
  return Object.fromEntries(
    ["repository", "bugs", "homepage"]
      .filter((field) => field in manifest && !left.includes(field))
      .map((field) => [field, manifest[field]]),
  );
}
