export declare const domainFloors: string[][];
