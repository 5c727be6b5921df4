// Sets the chosen colours before anything is painted.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is not allowed: the system's setting applies.
}
