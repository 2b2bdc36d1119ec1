import { FromNodePackageJson, License } from "@cyclonedx/cyclonedx-library/Contrib";
import { ComponentType } from "@cyclonedx/cyclonedx-library/Enums";
import { Bom, Metadata } from "@cyclonedx/cyclonedx-library/Models";
import { JSON as CycloneDxJson, JsonSerializer } from "@cyclonedx/cyclonedx-library/Serialize";
import { Spec1dot6 } from "@cyclonedx/cyclonedx-library/Spec";
import { PackageURL } from "packageurl-js";
import parseLicense from "spdx-expression-parse";
import satisfies from "spdx-satisfies";

/** Licenses that let anyone run and pass on the package. */
const accepted = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  // Data about browsers.
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  // Fonts.
  "OFL-1.1",
  "Unlicense",
];

/** Whether anyone may run and pass on a package with this license, an SPDX expression. */
export function isAcceptedLicense(license) {
  try {
    return satisfies(license, accepted);
  } catch {
    return false;
  }
}

const components = new FromNodePackageJson.Builders.ComponentBuilder(
  new FromNodePackageJson.Factories.ExternalReferenceFactory(),
  new License.Factories.LicenseFactory(parseLicense),
);

function toComponent(manifest, type) {
  const component = components.makeComponent(manifest, type);
  const { group, name, version } = component;
  component.purl = new PackageURL("npm", group ?? null, name, version, null, null).toString();
  component.bomRef.value = component.purl;
  return component;
}

/**
 * Lists packages as a CycloneDX document in JSON.
 * @param application its package.json
 * @param packages the package.json of each
 */
export function billOfMaterials(application, packages) {
  const bom = new Bom({
    metadata: new Metadata({ component: toComponent(application, ComponentType.Application) }),
  });
  for (const manifest of packages) bom.components.add(toComponent(manifest, ComponentType.Library));
  const serializer = new JsonSerializer(new CycloneDxJson.Normalize.Factory(Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}
