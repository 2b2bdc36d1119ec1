export declare const connectingFiles: Record<string, string>;
