// Sets the chosen colours before anything is painted.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the system's choice holds.
}
