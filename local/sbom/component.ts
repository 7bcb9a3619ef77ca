import { Contrib, Enums, Models } from "@cyclonedx/cyclonedx-library";
import parseExpression from "spdx-expression-parse";

/** What the bill of materials says of a package. */
interface Package {
  /** Its package URL (purl), which is also its reference in the bill. */
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expressions, or the names in its licence file. */
  readonly licences: readonly string[];
  /** The hash of the package's file in hexadecimal digits. */
  readonly hash?: readonly [algorithm: "SHA-256" | "SHA-512", digits: string];
  /** Whether the service also runs without it. */
  readonly isOptional?: boolean;
  readonly parts?: readonly Models.Component[];
}

const licenceFactory = new Contrib.License.Factories.LicenseFactory(parseExpression);

/** A component of the bill of materials. */
export const componentOf = (described: Package, type = Enums.ComponentType.Library): Models.Component => {
  const { purl, name, version, licences, hash, isOptional = false, parts = [] } = described;
  const found = licences.map((licence) => licenceFactory.makeFromString(licence));
  // A bill has one expression, or a list of licences.
  const isList = found.length > 1 && found.some((licence) => licence instanceof Models.LicenseExpression);
  const listed = isList ? licences.map((licence) => licenceFactory.makeDisjunctive(licence)) : found;
  return new Models.Component(type, name, {
    bomRef: purl,
    purl,
    version,
    scope: isOptional ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required,
    licenses: new Models.LicenseRepository(listed),
    hashes: new Models.HashDictionary(hash === undefined ? [] : [hash as Models.Hash]),
    components: new Models.ComponentRepository(parts),
  });
};
