interface FooterLink {
  to: string;
  label: string;
}

/** Nothing is sold: there is no contract to withdraw from. */
export const footerLinks: FooterLink[] = [];
