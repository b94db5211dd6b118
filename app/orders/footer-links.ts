interface FooterLink {
  to: string;
  label: string;
}

/** Orders are simulated, so there is no contract to withdraw from. */
export const footerLinks: FooterLink[] = [];
