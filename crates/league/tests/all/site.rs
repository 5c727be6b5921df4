//! The static site: complete, and without links to outside.

use std::fs;

use crate::{agent, enter, hold};

#[test]
fn every_link_leads_to_a_file_of_the_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let (league, site) = (folder.path().join("league"), folder.path().join("site"));
    enter(&league, "anna", &agent("legal[0]"));
    enter(&league, "<b>bob", "import sys\nsys.exit('<script>alert(1)</script>')");
    let (_, played) = hold(&league, "tictactoe", None, Some(&site));
    // Strokes are escaped too.
    let index = fs::read_to_string(site.join("index.html")).expect("a page").replace("&#x2f;", "/");
    assert_eq!(played.standings.report.as_deref(), site.join("index.html").to_str());
    let links: Vec<&str> = index.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links.len(), 2 + 10, "two entrants and ten pairs: {links:?}");
    let mut pages = vec![index.clone()];
    for link in links {
        pages.push(fs::read_to_string(site.join(link)).unwrap_or_else(|error| panic!("{link}: {error}")));
    }
    for page in pages {
        assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "a link to outside");
        assert!(!page.contains("<script>alert"), "what entrants say is text");
    }
    assert!(fs::read_to_string(site.join("reports/-b-bob.html")).expect("a report").contains("alert(1)"));
}

/// The table of a large class fills several sheets.
#[test]
fn pages_are_made_for_paper_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (league, site) = (folder.path().join("league"), folder.path().join("site"));
    enter(&league, "anna", &agent("legal[0]"));
    hold(&league, "tictactoe", None, Some(&site));
    for page in ["index.html", "reports/anna.html"] {
        let page = fs::read_to_string(site.join(page)).expect("a page");
        for rule in ["size: A4", "@media print", "print-color-adjust: exact", "break-inside: avoid"] {
            assert!(page.contains(rule), "{rule}");
        }
    }
    let index = fs::read_to_string(site.join("index.html")).expect("a page");
    let (head, games) = index.split_once("<div class=\"screen\">").expect("what is not printed");
    assert!(head.contains("<thead>") && head.contains("</table>") && games.contains("<h2>Games</h2>"));
}
