import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Red is darker than Mantine's default so that white text on it passes WCAG AA. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '0.9375rem' } } },
  colors: {
    accent: [
      '#eef2fb',
      '#dbe3f4',
      '#b4c4e8',
      '#8aa3db',
      '#6786d0',
      '#5174c9',
      '#456bc6',
      '#375aaf',
      '#2f509d',
      '#24458b',
    ],
    red: [
      '#fff0f0',
      '#ffdede',
      '#ffc0c0',
      '#ff9c9c',
      '#f97c7c',
      '#e85c5c',
      '#d13c3c',
      '#c02b2b',
      '#a82323',
      '#8f1b1b',
    ],
  },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    Paper: { defaultProps: { withBorder: true, p: 'md', radius: 'sm' } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 0 } },
  },
});

/** Replaces Mantine's colors for secondary text, which fail WCAG AA contrast. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#545c66',
    '--mantine-color-error': '#b02525',
    '--mantine-color-anchor': '#2f509d',
    '--mantine-color-placeholder': '#6b7280',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0b8',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-anchor': '#9db4e8',
    '--mantine-color-placeholder': '#8d949c',
  },
});
