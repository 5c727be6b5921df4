//! Pictures of boards read back with a strict XML parser: what is drawn, and where.

use plyscope_core::{Cell, CellShape, Picture, Pieces, Side};
use plyscope_plot::{Arrow, BoardPicture, CellMark, Colour};
use roxmltree::{Document, Node};

/// Rows of `x`, `o` and `.`, cells named as in Reversi.
fn squares(rows: &[&str]) -> Picture {
    let cells = rows.iter().enumerate().flat_map(|(row, text)| {
        text.chars().enumerate().map(move |(column, c)| Cell {
            name: format!("{}{}", char::from(b'a' + column as u8), row + 1),
            x: 2 * column as i32,
            row: row as i32,
            piece: match c {
                'x' => Some(Side::First),
                'o' => Some(Side::Second),
                _ => None,
            },
            end_mark: None,
        })
    });
    Picture { shape: CellShape::Square, pieces: Pieces::Discs, cells: cells.collect() }
}

/// A hexagon of side 2: rows of 2, 3 and 2 cells.
fn hexagon() -> Picture {
    let cell = |name: &str, x, row| Cell {
        name: name.to_owned(),
        x,
        row,
        piece: (x == 1).then_some(Side::First),
        end_mark: None,
    };
    let cells = vec![
        cell("a1", 1, 0),
        cell("b1", 3, 0),
        cell("a2", 0, 1),
        cell("b2", 2, 1),
        cell("c2", 4, 1),
        cell("b3", 1, 2),
        cell("c3", 3, 2),
    ];
    Picture { shape: CellShape::Hexagon, pieces: Pieces::Stones, cells }
}

fn board(picture: Picture, pieces: Pieces) -> BoardPicture {
    BoardPicture {
        title: "a board".to_owned(),
        picture: Picture { pieces, ..picture },
        last_move: Vec::new(),
        targets: Vec::new(),
        heat: Vec::new(),
        marks: Vec::new(),
        arrows: Vec::new(),
        status: (None, "x to move".to_owned()),
        caption: None,
        flipped: false,
    }
}

fn of_class<'a>(document: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

fn title<'a>(node: &Node<'a, 'a>) -> &'a str {
    node.children().find(|child| child.has_tag_name("title")).and_then(|title| title.text()).unwrap_or_default()
}

/// The corners of a path of straight lines.
fn corners(node: &Node<'_, '_>) -> Vec<(f64, f64)> {
    let d = node.attribute("d").expect("a path");
    let places = d.trim_end_matches('Z').split(['M', 'L']).filter(|part| !part.is_empty());
    places
        .map(|place| {
            let (x, y) = place.split_once(' ').expect("two numbers");
            (x.parse().expect("a number"), y.parse().expect("a number"))
        })
        .collect()
}

/// Whether a place lies within a convex polygon, given clockwise on a screen.
fn is_within(place: (f64, f64), polygon: &[(f64, f64)]) -> bool {
    (0..polygon.len()).all(|i| {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        (b.0 - a.0) * (place.1 - a.1) - (b.1 - a.1) * (place.0 - a.0) >= 0.0
    })
}

#[test]
fn every_cell_and_piece_is_drawn_once_within_the_picture() {
    let pictures = [squares(&["xo..", "....", "..ox"]), hexagon()];
    for (picture, pieces) in pictures.into_iter().flat_map(|picture| {
        [Pieces::Discs, Pieces::Stones, Pieces::Pawns, Pieces::Crosses].map(|pieces| (picture.clone(), pieces))
    }) {
        for flipped in [false, true] {
            let names: Vec<&str> = picture.cells.iter().map(|cell| cell.name.as_str()).collect();
            let count = |side| picture.cells.iter().filter(|cell| cell.piece == Some(side)).count();
            // The status line has one more small piece.
            let expected = [count(Side::First) + 1, count(Side::Second)];
            let status = (Some(Side::First), "x to move".to_owned());
            let scene = BoardPicture { flipped, status, ..board(picture.clone(), pieces) }.scene().expect("a picture");
            let svg = scene.svg();
            let document = Document::parse(&svg).expect("well-formed");
            let cells = of_class(&document, "cell");
            assert_eq!(cells.iter().map(title).collect::<Vec<_>>(), names);
            assert_eq!(["first", "second"].map(|class| of_class(&document, class).len()), expected);
            for (x, y) in cells.iter().flat_map(corners) {
                assert!(x > 0.0 && y > 0.0 && x < scene.width && y < scene.height);
            }
        }
    }
}

#[test]
fn a_flipped_board_is_the_same_turned_by_half_a_turn() {
    let centres = |flipped: bool| {
        let svg = BoardPicture { flipped, ..board(hexagon(), Pieces::Stones) }.scene().expect("a picture").svg();
        let document = Document::parse(&svg).expect("well-formed");
        let centre = |cell: &Node<'_, '_>| {
            let corners = corners(cell);
            ((corners[0].0 + corners[3].0) / 2.0, (corners[0].1 + corners[3].1) / 2.0)
        };
        of_class(&document, "cell").iter().map(centre).collect::<Vec<_>>()
    };
    let (plain, flipped) = (centres(false), centres(true));
    for i in 1..plain.len() {
        let step = |places: &[(f64, f64)]| (places[i].0 - places[0].0, places[i].1 - places[0].1);
        let (a, b) = (step(&plain), step(&flipped));
        assert!((a.0 + b.0).abs() < 0.03 && (a.1 + b.1).abs() < 0.03, "{a:?} {b:?}");
    }
}

#[test]
fn arrows_start_and_end_in_their_cells() {
    for (picture, ways) in [
        (squares(&["....", "....", "...."]), [("a1", "b1"), ("a1", "d3"), ("c3", "c1")]),
        (hexagon(), [("a1", "b2"), ("c2", "a2"), ("b3", "b1")]),
    ] {
        let arrow = |(from, to): (&str, &str)| Arrow { from: from.into(), to: to.into(), colour: Colour(0, 0, 0) };
        let arrows = ways.map(arrow).to_vec();
        let svg = BoardPicture { arrows, ..board(picture, Pieces::Discs) }.scene().expect("a picture").svg();
        let document = Document::parse(&svg).expect("well-formed");
        let cells = of_class(&document, "cell");
        let cell = |name: &str| corners(cells.iter().find(|cell| title(cell) == name).expect("the cell"));
        let drawn = of_class(&document, "arrow");
        assert_eq!(drawn.len(), ways.len());
        for (arrow, (from, to)) in drawn.iter().zip(ways) {
            let outline = corners(arrow);
            assert!(is_within(outline[0], &cell(from)) && is_within(outline[6], &cell(from)), "{from}-{to}");
            assert!(is_within(outline[3], &cell(to)), "{from}-{to}");
        }
    }
}

#[test]
fn text_is_escaped_and_comes_back_unchanged() {
    let nasty = "</svg><script>&\"'</script>";
    let marks = vec![CellMark { cell: "a1".into(), colour: Colour(1, 2, 3), label: Some(nasty.into()) }];
    let (caption, status) = (Some(nasty.to_owned()), (None, nasty.to_owned()));
    let drawn = BoardPicture { title: nasty.into(), marks, caption, status, ..board(squares(&["x.."]), Pieces::Pawns) };
    let svg = drawn.scene().expect("a picture").svg();
    let document = Document::parse(&svg).expect("well-formed");
    assert_eq!(document.root_element().attribute("aria-label"), Some(nasty));
    // The title, the label, the line below and the caption.
    let texts = document.descendants().filter(|node| node.is_element() && node.text() == Some(nasty));
    assert_eq!(texts.count(), 4);
    assert!(!svg.contains("<script"));
}

#[test]
fn unknown_cells_are_refused() {
    let mark = |cell: &str| CellMark { cell: cell.into(), colour: Colour(0, 0, 0), label: None };
    let error = BoardPicture { marks: vec![mark("z9")], ..board(squares(&["x..", "..o"]), Pieces::Discs) }.scene();
    let sentence = error.expect_err("no such cell").to_string();
    assert_eq!(sentence, "there is no cell \"z9\" on this board; its cells go from a1 to c2");
    let arrows = vec![Arrow { from: "a1".into(), to: "a1".into(), colour: Colour(0, 0, 0) }];
    assert!(BoardPicture { arrows, ..board(squares(&["x.."]), Pieces::Discs) }.scene().is_err());
}

#[cfg(feature = "png")]
#[test]
fn a_png_has_the_size_that_was_asked_for_and_the_colours_of_its_pieces() {
    let scene = board(squares(&["xo"]), Pieces::Discs).scene().expect("a picture");
    let svg = scene.svg();
    let document = Document::parse(&svg).expect("well-formed");
    for width in [64, 333, 1200] {
        let bytes = scene.png(width).expect("a PNG");
        let pixels = tiny_skia::Pixmap::decode_png(&bytes).expect("a PNG");
        let height = (f64::from(width) * scene.height / scene.width).round() as u32;
        assert_eq!((pixels.width(), pixels.height()), (width, height));
        let red_at = |class: &str| {
            let piece = of_class(&document, class)[0];
            let at = |name: &str| {
                let value: f64 = piece.attribute(name).expect("a circle").parse().expect("a number");
                (value * f64::from(width) / scene.width) as u32
            };
            pixels.pixel(at("cx"), at("cy")).expect("inside").red()
        };
        assert!(red_at("first") < 60 && red_at("second") > 200);
    }
    let caption = Some("漢".to_owned());
    let error = BoardPicture { caption, ..board(squares(&["xo"]), Pieces::Discs) }.scene().expect("a picture").png(100);
    assert!(error.expect_err("no such letter").to_string().contains("no letter '漢'"));
    assert!(scene.png(20_000).is_err());
}

/// Cells are greener the more their piece is worth, redder the more it costs, and say how much.
#[test]
fn heat_is_a_colour_and_a_number() {
    let heat = vec![40.0, -20.4, 0.2];
    let svg = BoardPicture { heat, ..board(squares(&["xo."]), Pieces::Stones) }.scene().expect("a picture").svg();
    assert!(svg.contains(">+40<") && svg.contains(">-20<") && !svg.contains(">+0<"), "{svg}");
    // The most valuable cell has the full colour; one of half its size lies between.
    assert!(svg.contains("#009e73") && !svg.contains("#d55e00"), "{svg}");
}
