export function install(table, signal) {}
