// Runes everywhere, so that reactive state is explicit.
export default { compilerOptions: { runes: true } }
