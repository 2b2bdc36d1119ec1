interface Manifest {
  version?: string;
  license?: string;
  repository?: { url: string } | undefined;
  bugs?: { url: string };
  homepage?: string;
}

export function findManifestFaults(manifest: Manifest, changelog: string): string[];
export function findPlaceholders(manifest: Manifest): string[];
export function publishedOrigin(manifest: Manifest): Partial<Manifest>;
