// Runes everywhere: state is marked as such.
export default { compilerOptions: { runes: true } }
