//! Boards as an HTML page, each with its title: the head, a figure for each board, and the foot.

use gridwright::Drawing;

use super::{Svg, escaped};

/// How the page looks: boards side by side as they fit, none of them cut between two sheets of paper.
const STYLE: &str = "\
body { margin: 2rem; font-family: Helvetica, Arial, sans-serif; color: #000; background: #fff; }
main { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }
figure { margin: 0; max-width: 100%; break-inside: avoid; }
figcaption { margin-bottom: 0.5rem; font-size: 1.25rem; font-weight: bold; text-align: center; overflow-wrap: anywhere; }
svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
@page { margin: 15mm; }
@media print {
  body { margin: 0; }
  main { display: block; }
  figure { margin-bottom: 12mm; }
  svg { max-height: 230mm; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
";

/// The beginning of a page with this title; figures follow, then the [`FOOT`].
///
/// ```
/// use gridwright::Drawing;
/// use gridwright_models::draw::html;
/// let page = html::head("Two") + &html::figure("Two", &Drawing::new(2, 2)) + html::FOOT;
/// assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
/// ```
pub fn head(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
        <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )
}

/// A board with its title.
pub fn figure(title: &str, drawing: &Drawing) -> String {
    format!("<figure>\n<figcaption>{}</figcaption>\n{}</figure>\n", escaped(title), Svg::new(drawing))
}

/// The end of a page.
pub const FOOT: &str = "</main>\n</body>\n</html>\n";
