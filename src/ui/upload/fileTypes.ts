/** The types of files that people may choose, as the `accept` attribute of a file input. */
export const FILE_TYPES = '.xlsx,.xls,.xlsb,.ods,.csv,.tsv,.txt';
