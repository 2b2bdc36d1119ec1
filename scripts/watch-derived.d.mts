export function watchDerived(paths?: string[], rebuild?: () => Promise<void>): () => void;
