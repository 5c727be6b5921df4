// Light or dark: the system's setting, unless the visitor chooses another, which is then stored.

export type Theme = 'system' | 'light' | 'dark'
const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }

class Themes {
  chosen = $state<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'system')

  next() {
    this.chosen = NEXT[this.chosen]
    if (this.chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = this.chosen
    try {
      localStorage.setItem('theme', this.chosen)
    } catch {
      // Storage is not allowed: the choice lasts until the page is closed.
    }
  }
}

export const themes = new Themes()
