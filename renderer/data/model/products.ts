/** SKUs of rows that belong to no product (spec 2.2, marketplace rows). */
export const NO_SKU: readonly string[] = ['', 'Sin SKU'];
