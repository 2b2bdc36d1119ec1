export function writePackage(root: string, folder: string): Promise<void>;
