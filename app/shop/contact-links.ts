export const emailLink = (email: string) => `mailto:${email}`;

export const phoneLink = (phone: string) => `tel:${phone.replaceAll(" ", "")}`;
