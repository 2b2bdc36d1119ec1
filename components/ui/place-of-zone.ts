/**
 * Returns a short name of an IANA time zone, such as "Buenos Aires time". It holds for winter and summer
 * time, unlike an offset.
 */
export function placeOfZone(zone: string): string {
  const place = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  // The sign in Etc/GMT+5 is the opposite of the usual one.
  const isPlace = zone.includes("/") && !zone.startsWith("Etc/");
  return isPlace ? `${place} time` : zone;
}
